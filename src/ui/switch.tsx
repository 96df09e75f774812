import { type ReactNode, useId } from 'react'
import { useEarlySwitch } from './early-input.ts'

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  /** Why it cannot be moved now. */
  disabledReason?: string | null | undefined
}

/** On or off, at once. The whole line is the target, and a closed switch says why. */
export function Switch({ label, checked, onChange, hint, disabledReason }: SwitchProps) {
  const id = useId()
  const control = useEarlySwitch(checked)
  const note = disabledReason ?? hint
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-4 py-2 has-aria-disabled:cursor-not-allowed">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        {note && (
          <span id={id} className="block text-ink-soft text-sm">
            {note}
          </span>
        )}
      </span>
      <input
        ref={control}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
        role="switch"
        checked={checked}
        onChange={(event) => !disabledReason && onChange(event.target.checked)}
        aria-label={label}
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={note ? id : undefined}
        className="relative h-7 w-12 shrink-0 cursor-[inherit] appearance-none rounded-full border border-edge bg-sunken transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-5 before:rounded-full before:bg-edge before:transition-transform checked:border-transparent checked:bg-ink checked:before:translate-x-5 checked:before:bg-paper aria-disabled:opacity-50"
      />
    </label>
  )
}
