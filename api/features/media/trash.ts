import { trashDays } from '../../../contract/limits.ts'

/** The moment since when deleted media are in the trash; those deleted before it can no longer be restored. */
export const trashSince = (now: number): Date => new Date(now - trashDays * 86_400_000)

/** Whether media `m` is in the trash of its owner, from where it can be restored. */
export const isInTrash = (m: string, since: string): string =>
  `(${m}.deleted_at > ${since} and ${m}.erased_at is null and ${m}.purged_at is null and ${m}.state = 'ready')`
