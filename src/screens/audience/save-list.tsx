import { useState } from 'react'
import type { FanList } from '../../../contract/audience.ts'
import { fromFilter, toFilter } from '../../lib/audience-filter.ts'
import type { AudienceSearch } from '../../lib/audience-search.ts'
import { m } from '../../paraglide/messages.js'
import { useCreateFanList, useUpdateFanList } from '../../queries/audience.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NameSheet } from './name-sheet.tsx'

type SaveListProps = {
  search: AudienceSearch
  lists: readonly FanList[]
  onChange: (search: AudienceSearch) => void
}

/** Keeps the filter as a smart list, or puts it into the smart list from which it was made. */
export function SaveList({ search, lists, onChange }: SaveListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const create = useCreateFanList()
  const update = useUpdateFanList()
  const filter = toFilter(search)
  const smart = lists.find((it) => it.id === search.smart && it.filter !== null)
  const isPlain = Object.keys(filter).length === 0 || Object.keys(filter).join() === 'list'
  const isSame =
    smart?.filter != null && JSON.stringify(fromFilter(smart.filter)) === JSON.stringify(fromFilter(filter))
  if (isPlain || isSame) return null
  return (
    <>
      {smart && (
        <Button
          busy={update.isPending}
          onClick={() =>
            update.mutate(
              { id: smart.id, filter },
              { onSuccess: () => toast(m.audience_list_saved({ name: smart.name }), { type: 'success' }) },
            )
          }
        >
          {m.audience_save_changes({ name: smart.name })}
        </Button>
      )}
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="plus" className="size-5" />
        {m.audience_save_filter()}
      </Button>
      {isOpen && (
        <NameSheet
          title={m.audience_save_filter()}
          hint={m.audience_smart_hint()}
          busy={create.isPending}
          error={create.error}
          onClose={() => setIsOpen(false)}
          onSave={(name) =>
            create.mutate(
              { name, filter },
              {
                onSuccess: (list) => {
                  setIsOpen(false)
                  onChange({ ...search, smart: list.id })
                },
              },
            )
          }
        />
      )}
    </>
  )
}
