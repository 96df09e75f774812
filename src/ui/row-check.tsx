type RowCheckProps = { label: string; checked: boolean; onChange: () => void }

/** Chooses a row of a table, with a target as high as a finger. */
export function RowCheck({ label, checked, onChange }: RowCheckProps) {
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input type="checkbox" checked={checked} onChange={onChange} className="size-5 accent-signal" />
    </label>
  )
}
