// Ordinary words of questions. They filter nothing, are never taken for misspellings, and are not reported as not
// understood.
export const stopWords: readonly string[] = `
a about above account accounts activity actually after again against all also always am amount amounts an and another any
anyone anything apart are aren't around as ascending aside ask asset assets at away back balance balances bank be
because been before beginning below best between big bill bills book bought but buy by call can card cards cash change
charge charged charges check checking come compare compared compliance convert cost costs could credit credits current
currency customer date dates day days debit debits deposit deposits descending detail details did different do document
documents does doing done don't down during each earn earned either else end enough entries entry euro euros even ever
every everything exactly excluding except exceeding expense expenses expensive explain few fight find first for from
funds general get give given go goes going gone got great had happen happened has have having he hello help her here hey
hi high him his history how i i'd i'll i'm i've identity if in incoming individual information interest into invest
investment investments invoice is isn't it item items its just kind know kyc large last lately latest launch least leave
left less let like limit limits line list little loan loans local look looking lot low made main make many marked match
matches may maybe me mean mine minimum maximum minus missing money month monthly months more most move moved
movement movements moves much must my myself need never new no not nothing now number of off ok okay old on once one
ones only or order ordered orders other others our out outgoing over overall own paid part past pay paying payment
payments people per person place please pls plus portfolio prior previous price prices purchase purchases put quarter
quarters question quick range rate rates rather reach really recent recently record records regarding remaining report
result results review right same saved saw say search see seen send sent shall she should show shows sizes small so
some someone something sort sorted spend spending spent start starting statement still stock stocks store such sum
summary sure take taken tell than thank thanks that that's the their them then there these they thing things this those
through thx till time times to today together tonight too total totals towards transaction transactions transfer transfers
try turn tx txn txns under until up upon us use used using value values verify very via view vs versus want wanted was
we wealth week weekly weeks went were weren't what what's when where whether which while who whole whom whose why
will wire with within without word work worth would year yearly years yes yet you your yours myself rides ride costing
far goods cheap fund shops shop wasn't compared lend borrow borrowed average mean receive received sending moving add
altogether big bigger smaller larger higher lower morning evening night happening hours hour amounting
since onwards onward forward inclusive marking packing patrol motel trail brain plaza wedding shipment shipping margin charity matching martha marcus
`
  .trim()
  .split(/\s+/)
