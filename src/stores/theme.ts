import { create } from 'zustand'
import { themeKey as key, themeColours } from '../styles/head.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

type ThemeStore = {
  theme: Theme
  choose: (theme: Theme) => void
  /** Reads what the head script has applied; called once after hydration, because the server cannot know it. */
  restore: () => void
}

/** The chosen theme. `system` follows the device and stores nothing. */
export const useTheme = create<ThemeStore>((set) => ({
  theme: 'system',
  choose: (theme) => {
    apply(theme)
    set({ theme })
  },
  restore: () => set({ theme: chosen(document.documentElement.dataset.theme) }),
}))

function apply(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const { media, content } of themeColours) {
    const bar = document.querySelector<HTMLMetaElement>(`[name=theme-color][content="${content}"]`)
    if (bar) bar.media = theme === 'system' ? media : media.includes(theme) ? 'all' : 'not all'
  }
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // A browser that stores nothing still shows the theme until it is closed.
  }
}

function chosen(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
