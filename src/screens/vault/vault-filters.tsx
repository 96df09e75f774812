import { useQuery } from '@tanstack/react-query'
import type { Media } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { vaultLabelsQuery } from '../../queries/media.ts'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export type VaultFilter = { type?: Media['type'] | undefined; folder?: string | undefined; tag?: string | undefined }

type VaultFiltersProps = { filter: VaultFilter; onChange: (filter: VaultFilter) => void; panelId?: string }

/** By kind; by folder and tag as soon as there are any. */
export function VaultFilters({ filter, onChange, panelId = 'vault-grid' }: VaultFiltersProps) {
  const { data: labels } = useQuery(vaultLabelsQuery)
  return (
    <>
      <Tabs
        label={m.vault_kinds()}
        tabs={kinds.map((id) => ({ id, label: kindName(id) }))}
        value={filter.type ?? 'ALL'}
        onChange={(id) => onChange({ ...filter, type: id === 'ALL' ? undefined : id })}
        panelId={panelId}
      />
      {labels && labels.folders.length + labels.tags.length > 0 && (
        <div className="grid grid-cols-2 gap-2 px-4 py-3 sm:px-6">
          <Labels
            label={m.vault_folder()}
            everything={m.vault_any_folder()}
            labels={labels.folders}
            value={filter.folder}
            onChange={(folder) => onChange({ ...filter, folder })}
          />
          <Labels
            label={m.vault_tag()}
            everything={m.vault_any_tag()}
            labels={labels.tags}
            value={filter.tag}
            onChange={(tag) => onChange({ ...filter, tag })}
          />
        </div>
      )}
    </>
  )
}

type LabelsProps = {
  label: string
  everything: string
  labels: readonly { name: string; count: number }[]
  value: string | undefined
  onChange: (name: string | undefined) => void
}

function Labels({ label, everything, labels, value, onChange }: LabelsProps) {
  return (
    <Select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{everything}</option>
      {labels.map(({ name, count }) => (
        <option key={name} value={name}>
          {name} ({count})
        </option>
      ))}
    </Select>
  )
}

const kinds = ['ALL', 'IMAGE', 'VIDEO', 'SOUND'] as const

function kindName(kind: (typeof kinds)[number]): string {
  return { ALL: m.vault_all, IMAGE: m.vault_photos, VIDEO: m.vault_videos, SOUND: m.vault_sounds }[kind]()
}
