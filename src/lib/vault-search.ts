/** Which media of the vault are shown. */
export type GridFilter = ReturnType<typeof vaultSearch>

/** The filter of the vault as its address has it; what is no part of it is left out. */
export function vaultSearch(raw: Record<string, unknown>) {
  // An address has texts, a page that changes the filter has prices as numbers.
  const text = (name: string) => {
    const value = raw[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) || undefined : undefined
  }
  const oneOf = <const T extends string>(name: string, ...words: T[]) => words.find((word) => word === raw[name])
  const day = (name: string) => (dayPattern.test(text(name) ?? '') ? text(name) : undefined)
  const price = (name: string) => (/^\d{1,3}$/.test(text(name) ?? '') ? Number(text(name)) : undefined)
  const found = {
    place: oneOf('place', 'trash'),
    q: text('q'),
    folder: text('folder'),
    tag: text('tag'),
    type: oneOf('type', 'IMAGE', 'VIDEO', 'SOUND'),
    since: day('since'),
    until: day('until'),
    min_price: price('min_price'),
    max_price: price('max_price'),
    never: oneOf('never', 'used', 'sent', 'sold'),
    for: text('for'),
    for_fan: oneOf('for_fan', 'owned', 'sent', 'never'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<typeof found>
}
const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
