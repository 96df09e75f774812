import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useChosen } from '../frame/use-chosen.ts'
import { useSettled } from '../frame/use-settled.ts'
import { type Entry, type Group, usePaletteGroups } from './palette-entries.ts'

/** Leads to a screen of the studio, a saved view, a conversation or a fan, from the keyboard alone. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onOpenChange={onClose} title={m.palette_title()}>
      <Search onGone={onClose} />
    </Sheet>
  )
}

function Search({ onGone }: { onGone: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, isPending } = usePaletteGroups(typed.trim(), useSettled(typed.trim()))
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const entries = groups.flatMap((it) => it.entries)
  const { chosen, onArrow } = useChosen(entries, typed)
  const optionId = (entry: Entry) => `${id}-${entry.id}`
  const press = (event: KeyboardEvent) => {
    if (onArrow(event.key)) event.preventDefault()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) {
      event.preventDefault()
      // A click on the link itself, so that it leads as the mouse does.
      document.getElementById(optionId(chosen))?.click()
    }
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <>
      <div className="sticky top-0 z-10 -mt-1 bg-raised pt-1 pb-2">
        <Input
          role="combobox"
          autoFocus
          aria-label={m.palette_title()}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          placeholder={m.palette_placeholder()}
          before={<Icon name="search" className="size-4" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={m.palette_title()} className="mt-1">
        {groups.map((group) => (
          <Lines key={group.id} group={group} chosen={chosen} optionId={optionId} onGone={onGone} />
        ))}
      </div>
      <p role="status" className="py-2 text-ink-soft">
        {entries.length === 0 && (isPending ? m.palette_looks() : m.palette_none())}
      </p>
    </>
  )
}

type LinesProps = {
  group: Group
  chosen: Entry | undefined
  optionId: (entry: Entry) => string
  onGone: () => void
}

function Lines({ group, chosen, optionId, onGone }: LinesProps) {
  const titleId = useId()
  return (
    <fieldset aria-labelledby={titleId} className="min-w-0">
      <p id={titleId} className="px-2 pt-2 pb-1 font-bold text-ink-soft text-xs">
        {group.title}
      </p>
      {group.entries.map((entry) => (
        <Link
          key={entry.id}
          id={optionId(entry)}
          role="option"
          aria-selected={entry === chosen}
          tabIndex={-1}
          to={entry.to}
          {...(entry.search && { search: entry.search })}
          onClick={onGone}
          className="flex min-h-11 scroll-mt-24 items-center gap-3 rounded-control px-2 hover:bg-sunken aria-selected:bg-sunken"
        >
          <Icon name={entry.icon} className="size-5 shrink-0 text-ink-soft" />
          <bdi className="min-w-0 truncate font-medium">{entry.label}</bdi>
          {entry.aside && <bdi className="truncate text-ink-soft text-sm">{entry.aside}</bdi>}
        </Link>
      ))}
    </fieldset>
  )
}
