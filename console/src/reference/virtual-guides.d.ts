// A declaration like this cannot name the types of a file; `built-guides.ts` does.
declare module 'virtual:guides' {
  export const guides: unknown
  export const pages: unknown
}
