import { uploadHours } from '../../../contract/limits.ts'

/** Uploads that began before are given up. */
export const staleBefore = (now: number): Date => new Date(now - uploadHours * 3_600_000)
