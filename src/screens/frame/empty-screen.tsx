import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Frame } from './frame.tsx'

/** A page whose screen has nothing to show yet, which it says. */
export function EmptyScreen({ title }: { title: string }) {
  return (
    <Frame title={title}>
      <EmptyState title={m.empty_screen_title()}>{m.empty_screen_text()}</EmptyState>
    </Frame>
  )
}
