export const staffTabs = ['verifications', 'reports', 'users', 'log'] as const
export type StaffTab = (typeof staffTabs)[number]
