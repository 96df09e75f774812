import { create } from 'zustand'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'

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

/**
 * Runs in the head before anything is painted, so that a chosen theme never flashes the other one. The root
 * puts it in a `<script nonce>` and marks `<html>` with `suppressHydrationWarning`.
 */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

function apply(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
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
