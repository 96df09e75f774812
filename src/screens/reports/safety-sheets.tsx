import { useSafety } from '../../stores/safety.ts'
import { BlockSheet } from './block-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'

/** The open report or block, whichever page opened it. */
export function SafetySheets() {
  const { report, block } = useSafety()
  if (report) return <ReportSheet key={`${report.kind} ${report.id}`} reported={report} />
  return block && <BlockSheet person={block} />
}
