import { m } from '../paraglide/messages.js'

/** Long work under way: `value` from 0 to 1, or null while it is unknown. The label says what is going on. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="flex justify-between gap-4">
        <span>{label}</span>
        {percent !== null && <span className="text-ink-soft tabular-nums">{percent} %</span>}
      </span>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={percent === null ? undefined : m.ui_progress({ percent })}
        className="h-1.5 overflow-hidden rounded-full bg-hairline"
      >
        <div
          className={percent === null ? 'h-full w-full animate-breathe bg-ink' : 'h-full bg-ink transition-[width]'}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
