import { type FormEvent, useState } from 'react'
import { type FiguresSpan, isSpan } from '../../lib/figures-span.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type OwnDaysProps = { span: FiguresSpan; onShow: (span: FiguresSpan) => void }

/** The first and the last day, as the viewer wants them. */
export function OwnDays({ span, onShow }: OwnDaysProps) {
  const [days, setDays] = useState(span)
  const [isRefused, setRefused] = useState(false)
  const set = (end: Partial<FiguresSpan>) => {
    setRefused(false)
    setDays({ ...days, ...end })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSpan(days)) onShow(days)
    else setRefused(true)
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3 border-hairline border-b px-4 py-4 sm:px-6">
      <Field
        label={m.analytics_from()}
        error={isRefused ? m.analytics_span_refused() : null}
        className="min-w-36 flex-1"
      >
        <Input type="date" required value={days.from} onChange={(event) => set({ from: event.target.value })} />
      </Field>
      <Field label={m.analytics_to()} className="min-w-36 flex-1">
        <Input type="date" required value={days.to} onChange={(event) => set({ to: event.target.value })} />
      </Field>
      <Button type="submit" className="mt-6.5 max-sm:w-full">
        {m.analytics_show()}
      </Button>
    </form>
  )
}
