/** Whether a text is a UUID, in small or capital letters. */
export const isUuid = (text: string): boolean => pattern.test(text)
const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The UUID in small letters, as the database writes it; null for any other text. */
export const parseUuid = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null)
