/** The address that the page has, as every browser reads an empty one. */
export const here = ''
