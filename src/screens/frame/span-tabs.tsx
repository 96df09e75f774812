import { useState } from 'react'
import { type FiguresSearch, knownSpan, spanLengths, spanOf } from '../../lib/figures-span.ts'
import { m } from '../../paraglide/messages.js'
import { Tabs } from '../../ui/tabs.tsx'
import { OwnDays } from './own-days.tsx'

type SpanTabsProps = { search: FiguresSearch; onShow: (search: FiguresSearch) => void; panelId: string }
type Choice = `${(typeof spanLengths)[number]}` | 'own'

/** The last days, or days that are chosen: the span of an address. */
export function SpanTabs({ search, onShow, panelId }: SpanTabsProps) {
  const known = knownSpan(search)
  const span = spanOf(search, Date.now())
  const [isChoosing, setChoosing] = useState(known.from !== undefined)
  const tabs = [
    ...spanLengths.map((days) => ({ id: `${days}` as const, label: m.analytics_days({ count: days }) })),
    { id: 'own' as const, label: m.analytics_own_span() },
  ]
  const choose = (choice: Choice) => {
    setChoosing(choice === 'own')
    if (choice !== 'own') onShow(knownSpan({ days: Number(choice) }))
  }
  return (
    <>
      <Tabs<Choice>
        label={m.analytics_span()}
        tabs={tabs}
        value={isChoosing ? 'own' : (`${known.days ?? 30}` as Choice)}
        onChange={choose}
        panelId={panelId}
      />
      {isChoosing && <OwnDays key={`${span.from} ${span.to}`} span={span} onShow={onShow} />}
    </>
  )
}
