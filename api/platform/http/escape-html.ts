/** A text for HTML, between tags and in attributes with double quotes; where a whole page is made, `hono/html` does it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
