import { useEffect } from 'react'
import { m } from '../paraglide/messages.js'
import { type Theme, themes, useTheme } from '../stores/theme.ts'

/** Device, light or dark. */
export function ThemeSwitch() {
  const { theme, choose, restore } = useTheme()
  useEffect(restore, [restore])
  return (
    <fieldset aria-label={m.theme_label()} className="inline-flex">
      {themes.map((it) => (
        <button
          key={it}
          type="button"
          aria-pressed={it === theme}
          onClick={() => choose(it)}
          className="min-h-11 px-2 text-ink-soft text-sm underline-offset-4 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline"
        >
          {name(it)}
        </button>
      ))}
    </fieldset>
  )
}

function name(theme: Theme): string {
  return { system: m.theme_system, light: m.theme_light, dark: m.theme_dark }[theme]()
}
