// The clients that are generated from the document: the test names it and the folder they go to.
const { DOCUMENT = '', FOLDER = '' } = process.env
const input = { target: DOCUMENT }

export default {
  fetch: { input, output: { target: `${FOLDER}/fetch.ts`, client: 'fetch' } },
  zod: { input, output: { target: `${FOLDER}/zod.ts`, client: 'zod' } },
  query: {
    input,
    output: {
      target: `${FOLDER}/query.ts`,
      client: 'react-query',
      override: { query: { version: 5 } },
    },
  },
}
