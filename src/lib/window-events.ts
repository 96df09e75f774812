/** Events that independent parts of the app dispatch on the window. */

/** Dispatched before the user's identity changes: the live socket closes (spec §4). */
export const disconnect = 'fanfare:disconnect'
/** After a session was made whose e-mail address is not verified yet (spec §4). */
export const checkEmail = 'fanfare:check-email'
/** The session has ended: the guards run again. */
export const loggedOut = 'fanfare:logged-out'
