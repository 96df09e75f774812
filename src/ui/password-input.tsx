import { type ComponentProps, useState } from 'react'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'

/** A password, with a button that shows what is written. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'before'>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="relative flex w-full">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-12"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        aria-label={m.ui_show_password()}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-ink-soft hover:text-ink focus-visible:outline-offset-[-4px]"
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} className="size-5" />
      </button>
    </span>
  )
}
