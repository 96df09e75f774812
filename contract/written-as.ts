/**
 * The header of a write with the id of the account that the page was opened for. A session that has become another
 * account's since is refused with `identity_changed`, so that nothing is written under a name that was not meant.
 */
export const writtenAsHeader = 'x-written-as'
