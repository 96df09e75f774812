import { create } from 'zustand'
import type { reportObjects } from '../../contract/report-kinds.ts'

type Person = { id: string; username: string | null; display_name: string | null; avatar: string | null }

/** What a user or visitor reports, as it was shown to them; `text` is empty for a person. */
export type Reported = { kind: (typeof reportObjects)[number]; id: string; owner: Person; text: string }

/** What is open: a report, or the question before a block. Their sheets are loaded with the first one. */
export const useSafety = create<{ report: Reported | null; block: Person | null }>(() => ({
  report: null,
  block: null,
}))

/** Asks what is wrong with it. */
export function openReport(report: Reported): void {
  useSafety.setState({ report, block: null })
}

/** Asks whether to block the person. */
export function openBlock(block: Person): void {
  useSafety.setState({ report: null, block })
}

export function closeSafety(): void {
  useSafety.setState({ report: null, block: null })
}
