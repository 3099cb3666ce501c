// Measures commands that change rows of their own together with money. Each has a transaction to itself and takes a
// lock on the bank's account that all of them touch.
import { type Bench, runTimed } from './bench.ts'
import type { Case } from './case.ts'
import { conversion } from './requests.ts'
import type { GetBank } from './transfer-cases.ts'

export function listCommandCases(bench: Bench, getBank: GetBank): Case[] {
  const name = 'conversions'
  const connections = 64
  return [
    {
      name,
      title: `conversions of one account's dollars into euros, ${connections} connections`,
      prepare: async () => void (await getBank()),
      async measure() {
        const bank = await getBank()
        const { url, accounts } = bank
        return runTimed(bench, name, { url, request: conversion(bank), accounts, connections })
      },
    },
  ]
}
