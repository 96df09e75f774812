/** The page of an album. */
export const albumPath = (username: string | null, id: string): string => `/@${username ?? ''}/albums/${id}`
