import { clsx } from 'clsx'
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId, useState } from 'react'
import { m } from '../paraglide/messages.js'
import { ErrorLine } from './error-line.tsx'

type FieldProps = {
  label: string
  children: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  optional?: boolean
  /** Holds several controls, each with a label of its own. */
  group?: boolean
  className?: string
}

/**
 * A label, a control, and its hint or error. The control inside takes its id, description and error by itself. What the
 * browser finds wrong with it before the form is sent stands there too, in our words instead of the browser's bubble.
 */
export function Field({ label, children, hint, error, optional = false, group = false, className }: FieldProps) {
  const id = useId()
  const [invalid, setInvalid] = useState<string | null>(null)
  const shown = invalid ?? error
  const Label = group ? 'span' : 'label'
  return (
    <div
      {...(group && { role: 'group', 'aria-labelledby': id })}
      className={clsx('flex flex-col gap-1.5', className)}
      onInvalidCapture={(event) => setInvalid(instead(event))}
      onInput={() => setInvalid(null)}
    >
      <Label {...(group ? { id } : { htmlFor: id })} className="font-semibold text-sm">
        {label}
        {optional && <span className="font-normal text-ink-faint"> ({m.ui_optional()})</span>}
      </Label>
      <FieldFacts.Provider value={{ id, isGroup: group, hasHint: Boolean(hint) && !invalid, hasError: Boolean(shown) }}>
        {children}
      </FieldFacts.Provider>
      {hint && !invalid && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {shown && <ErrorLine id={`${id}-error`}>{shown}</ErrorLine>}
    </div>
  )
}

/** Holds the browser's bubble back, and says what is wrong; the first control of the form that is wrong gets the focus. */
function instead(event: FormEvent): string | null {
  const control = event.target
  if (
    !(
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    )
  )
    return null
  event.preventDefault()
  if (control.form?.querySelector(':is(input, textarea, select):invalid') === control) control.focus()
  return invalidText(control)
}

function invalidText(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  const { valueMissing, tooShort, typeMismatch, customError } = control.validity
  if (customError) return control.validationMessage
  if (valueMissing) return m.ui_invalid_missing()
  if (tooShort && 'minLength' in control) return m.ui_invalid_short({ count: control.minLength })
  return typeMismatch && control.type === 'email' ? m.auth_invalid_email() : m.ui_invalid()
}

const FieldFacts = createContext<{ id: string; isGroup: boolean; hasHint: boolean; hasError: boolean } | null>(null)

/**
 * The attributes that tie a control to the field around it; a control of its own outside of any field keeps its own.
 */
export function useFieldProps(): Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> {
  const facts = useContext(FieldFacts)
  if (!facts) return {}
  const { id, isGroup, hasHint, hasError } = facts
  const describedBy = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    ...(!isGroup && { id }),
    'aria-describedby': describedBy || undefined,
    'aria-invalid': hasError || undefined,
  }
}
