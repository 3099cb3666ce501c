// Lets any page open the tour, which belongs to the frame.
import { createContext, useContext } from 'react'

const Opening = createContext<() => void>(() => {})

export const TourProvider = Opening.Provider
export const useOpenTour = (): (() => void) => useContext(Opening)
