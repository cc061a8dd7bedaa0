//! Errors, and how they come from C.
use std::ffi::CStr;
use std::fmt;
use std::os::raw::c_char;

use crate::ffi;

/// A text that is no position, no legal move, or no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason in one word, such as "piece-pinned".
    pub code: &'static str,
    /// The byte of the text where the trouble is; of a board, a square.
    pub offset: usize,
    /// The reason in a sentence.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A static string of C; "" where there is none.
///
/// # Safety
/// The pointer is null, or that of a string which lasts for 'a.
pub(crate) unsafe fn text_of<'a>(text: *const c_char) -> &'a str {
    if text.is_null() {
        return "";
    }
    // SAFETY: the caller promises a string that lasts for 'a.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("")
}

impl Error {
    /// The error of a move whose text is one of a legal move, and which is another one.
    pub(crate) fn of_another_position(one: impl fmt::Display) -> Error {
        Error { code: "move-text", offset: 0, message: format!("{one} is a move of another position") }
    }

    pub(crate) fn of(error: &ffi::Error) -> Error {
        let end = error.message.iter().position(|&byte| byte == 0).unwrap_or(0);
        Error {
            // SAFETY: the names of errors are static strings.
            code: unsafe { text_of(ffi::ks_error_name(error.code)) },
            offset: error.offset,
            message: String::from_utf8_lossy(&error.message[..end]).into_owned(),
        }
    }
}

/// An error to be filled in.
pub(crate) fn no_error() -> ffi::Error {
    ffi::Error { code: 0, offset: 0, message: [0; 184] }
}

/// Calls a function that returns 0, or fills in the error.
pub(crate) fn checked(call: impl FnOnce(*mut ffi::Error) -> i32) -> Result<(), Error> {
    let mut error = no_error();
    match call(&mut error) {
        0 => Ok(()),
        _ => Err(Error::of(&error)),
    }
}

/// Makes a string of what a function writes to N bytes; it returns the length.
pub(crate) fn written<const N: usize>(write: impl FnOnce(*mut c_char) -> usize) -> String {
    let mut text = [0u8; N];
    let length = write(text.as_mut_ptr().cast());
    String::from_utf8_lossy(&text[..length]).into_owned()
}
