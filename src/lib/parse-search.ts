/**
 * The search of an address as texts: the router would read the username `1e5` as a number and `true` as a yes. A page that
 * wants a number makes it one itself.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))
