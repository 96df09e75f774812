import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { buttonClasses } from './button-classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { Spinner } from './spinner.tsx'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  onFiles: (files: readonly File[]) => void
}

/**
 * Where files are chosen, also those that were chosen before the page was hydrated, of which React says nothing. The
 * same file can be chosen again.
 */
export function FileInput({ ref, onFiles, ...props }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const take = () => {
    const files = [...(input.current?.files ?? [])]
    if (input.current) input.current.value = ''
    if (files.length > 0) onFiles(files)
  }
  useEffect(take, [onFiles])
  return <input {...props} ref={input} type="file" onChange={take} />
}

type FileButtonProps = FileInputProps & {
  icon: IconName
  variant?: 'primary' | 'secondary'
  isBusy?: boolean
  children: ReactNode
}

/** The same, looking like a button; a busy one shows so and takes no file. */
export function FileButton({ icon, variant = 'secondary', isBusy, children, className, ...props }: FileButtonProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      aria-busy={isBusy || undefined}
      className={clsx(
        buttonClasses({ variant }),
        'h-auto min-h-11 cursor-pointer whitespace-normal py-2 has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2',
        className,
      )}
    >
      {isBusy ? <Spinner /> : <Icon name={icon} className="size-5" />}
      {children}
      <FileInput {...props} id={id} disabled={isBusy} className="sr-only" />
    </label>
  )
}
