// Joins class names; of two that contradict each other the later one wins.
import { cx, type CxOptions } from 'class-variance-authority'
import { twMerge } from 'tailwind-merge'

export const classes = (...names: CxOptions): string => twMerge(cx(...names))
