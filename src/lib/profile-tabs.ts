import type { Media } from '../../contract/media.ts'

/** The tabs of a profile beside its posts, by the names of their counts (`media_counts`), and what each shows. */
export const mediaTabs = { photos: 'IMAGE', videos: 'VIDEO', sounds: 'SOUND' } as const satisfies Record<
  string,
  Media['type']
>
type MediaTab = keyof typeof mediaTabs

export type ProfileTab = MediaTab | 'albums'

/** The tab of a profile is part of its address; the posts are not written. */
export const profileTab = (value: unknown): ProfileTab | undefined =>
  value === 'photos' || value === 'videos' || value === 'sounds' || value === 'albums' ? value : undefined
