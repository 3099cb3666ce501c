// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'
import { listLanguages } from './view.ts'

const generation_id = '0199d3a2-7c00-7000-8000-0000000000d1'
const bank = 'https://bank.example.com'
const signature = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
const download_url = `${bank}/api/v2/partner/sdk/generations/${generation_id}/python/download?expires=1772370000&signature=${signature}`

const made = {
  generation_id,
  status: 'completed',
  api_version: 'v2',
  branding: { name: 'Acme Pay', color: '#aa0033' },
  options: { include_types: true, include_examples: false, include_tests: false },
  modules: ['accounts', 'transfers'],
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-31T12:00:00.000Z',
}

const archive = {
  language: 'python',
  version: '7.16.0',
  package_name: 'acme-pay-sdk',
  file_name: 'acme-pay-sdk-python-7.16.0.zip',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size_bytes: 18_214,
}

const generation = {
  ...made,
  packages: [
    {
      ...archive,
      download_url,
      docs_url: `${bank}/api/docs`,
      files: ['README.md', 'pyproject.toml', 'src/acme_pay_sdk/__init__.py'],
    },
  ],
}

export const examples = defineExamples({
  'partner_sdk.generate': {
    input: {
      language: 'python',
      branding: { name: 'Acme Pay', color: '#AA0033' },
      modules: ['accounts', 'transfers'],
      api_version: 'v2',
      options: { include_examples: false },
    },
    output: generation,
    other: { language: 'go' },
  },
  'partner_sdk.list': { output: onePage({ ...made, languages: ['python'] }) },
  'partner_sdk.get': { input: { generation_id }, output: generation },
  'partner_sdk.download': {
    input: { generation_id, language: 'python', format: 'json', expires: 1_772_370_000, signature },
    output: archive,
  },
  'partner_sdk.languages': { output: listLanguages() },
  'partner_sdk.openapi_spec': {
    input: { format: 'json' },
    output: { openapi: '3.0.0', version: '7.16.0', url: `${bank}/api/openapi.json` },
  },
  'partner_sdk.status': {
    input: { language: 'python' },
    output: {
      exists: true,
      language: 'python',
      path: download_url,
      version: '7.16.0',
      generation_id,
    },
    pathIsChoice: true,
  },
})
