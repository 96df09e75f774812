/** What parts of the app that do not know each other tell through the window. */

/** Before anything that changes who one is: the live socket closes (spec §4). */
export const disconnect = 'fanfare:disconnect'
/** After a session was made whose e-mail address is not verified yet (spec §4). */
export const checkEmail = 'fanfare:check-email'
/** The server no longer knows the session: the guards decide anew. */
export const loggedOut = 'fanfare:logged-out'
