import { present, readSearch } from './read-search.ts'

/** Which media of the vault are shown. */
export type GridFilter = ReturnType<typeof vaultSearch>

/** The filter of the vault as its address has it; what is no part of it is left out. */
export function vaultSearch(raw: Record<string, unknown>) {
  const { text, matching, whole, oneOf } = readSearch(raw)
  const found = {
    place: oneOf('place', 'trash'),
    q: text('q'),
    folder: text('folder'),
    tag: text('tag'),
    type: oneOf('type', 'IMAGE', 'VIDEO', 'SOUND'),
    since: matching('since', dayPattern),
    until: matching('until', dayPattern),
    min_price: whole('min_price', 3),
    max_price: whole('max_price', 3),
    never: oneOf('never', 'used', 'sent', 'sold'),
    for: text('for'),
    for_fan: oneOf('for_fan', 'owned', 'sent', 'never'),
  }
  return present(found)
}
const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
