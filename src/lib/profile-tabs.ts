import type { Media } from '../../contract/media.ts'

/** The tabs of a profile beside its posts, by the names of their counts (`media_counts`), and what each shows. */
export const mediaTabs = { photos: 'IMAGE', videos: 'VIDEO', sounds: 'SOUND' } as const satisfies Record<
  string,
  Media['type']
>
export type MediaTab = keyof typeof mediaTabs

/** The tab of a profile is part of its address; the posts are not written. */
export const mediaTab = (value: unknown): MediaTab | undefined =>
  value === 'photos' || value === 'videos' || value === 'sounds' ? value : undefined
