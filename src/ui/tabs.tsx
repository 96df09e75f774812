import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string; count?: number | undefined }[]
  value: Id
  onChange: (id: Id) => void
  /** The id of the panel that the tabs fill. */
  panelId?: string
  className?: string
}

/** Tabs over one panel: arrows move, Home and End jump. Tabs that are addresses are links with `tabClasses`. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, panelId, className }: TabsProps<Id>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((it) => it.id === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onChange(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} onKeyDown={move} className={clsx(tabListClasses, className)}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === value}
          aria-controls={panelId}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
          className={tabClasses}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="ml-1.5 font-normal text-ink-faint tabular-nums">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  )
}

/** A row of tabs with a hairline under it, scrolling sideways when the words are long; a page's own stays under its bar. */
export const tabListClasses = 'tab-list no-scrollbar'

/** One tab, chosen by `aria-selected` or, for a link, by `aria-current="page"`. */
export const tabClasses = 'tab'
