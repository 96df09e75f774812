import { useEffect } from 'react'
import { m } from '../paraglide/messages.js'
import { type Theme, themes, useTheme } from '../stores/theme.ts'

/** Device, light or dark. */
export function ThemeSwitch() {
  const { theme, choose, restore } = useTheme()
  useEffect(restore, [restore])
  return (
    <fieldset aria-label={m.theme_label()} className="inline-flex">
      {themes.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === theme}
          onClick={() => choose(choice)}
          className="min-h-11 px-2 text-ink-soft text-sm underline-offset-4 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline"
        >
          {name(choice)}
        </button>
      ))}
    </fieldset>
  )
}

function name(theme: Theme): string {
  return { system: m.theme_system, light: m.theme_light, dark: m.theme_dark }[theme]()
}
