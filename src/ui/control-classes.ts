/** The look that text fields, text areas and selects share. */
export const controlClasses =
  'w-full min-w-0 rounded-control border border-edge bg-raised px-3 text-base text-ink transition-colors hover:border-ink-soft focus-visible:border-ink focus-visible:outline-offset-0 aria-invalid:border-rust-text disabled:cursor-not-allowed disabled:border-hairline disabled:bg-sunken disabled:text-ink-faint'
