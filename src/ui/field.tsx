import { clsx } from 'clsx'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { m } from '../paraglide/messages.js'
import { ErrorLine } from './error-line.tsx'

type FieldProps = {
  label: string
  children: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  optional?: boolean
  className?: string
}

/** A label, a control, and its hint or error. The control inside takes its id, description and error by itself. */
export function Field({ label, children, hint, error, optional = false, className }: FieldProps) {
  const id = useId()
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
        {optional && <span className="font-normal text-ink-faint"> ({m.ui_optional()})</span>}
      </label>
      <FieldFacts.Provider value={{ id, hasHint: Boolean(hint), hasError: Boolean(error) }}>
        {children}
      </FieldFacts.Provider>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  )
}

const FieldFacts = createContext<{ id: string; hasHint: boolean; hasError: boolean } | null>(null)

/**
 * The attributes that tie a control to the field around it; a control of its own outside of any field keeps its own.
 */
export function useFieldProps(): Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> {
  const facts = useContext(FieldFacts)
  if (!facts) return {}
  const { id, hasHint, hasError } = facts
  const describedBy = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': hasError || undefined }
}
