import { useQuery } from '@tanstack/react-query'
import { fanListsQuery } from '../../queries/audience.ts'
import { BulkBar } from '../audience/bulk-bar.tsx'
import type { Selection } from '../audience/selection.ts'

type ChosenFansProps = { selection: Selection; onSelect: (selection: Selection) => void }

/** The chosen fans are put into a list, or written to at once. */
export function ChosenFans({ selection, onSelect }: ChosenFansProps) {
  const { data: lists } = useQuery(fanListsQuery)
  return <BulkBar selection={selection} filter={{}} count={null} lists={lists ?? []} onSelect={onSelect} />
}
