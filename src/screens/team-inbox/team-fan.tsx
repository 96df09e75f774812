import type { Fan } from '../../../contract/chat-tools.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { FanFacts } from '../chat/fan-panel.tsx'

/** What an operator should know of a fan while writing; the note is the creator's, and read only here. */
export function TeamFan({ fan, className }: { fan: Fan; className: string }) {
  return (
    <aside aria-label={m.chat_fan_panel()} className={`overflow-y-auto p-4 ${className}`}>
      <h3 className="mb-3 font-bold font-display">{m.chat_fan_panel()}</h3>
      <FanFacts fan={fan} />
      {fan.note && (
        <p className="flex gap-2 whitespace-pre-wrap border-brass border-l-2 pl-2 text-sm">
          <Icon name="file-text" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
          {fan.note}
        </p>
      )}
    </aside>
  )
}
