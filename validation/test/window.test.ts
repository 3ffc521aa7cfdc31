import { testGroup } from './group.js'

testGroup('window')
