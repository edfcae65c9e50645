package languages

import java.io.File
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.ModelRun
import org.openapitools.client.models.Problem

/** Parses what a later service may answer, with nothing but the generated models. */
fun main(args: Array<String>) {
    val mapper = Serializer.jacksonObjectMapper
    val run = mapper.readValue(File(args[1]), ModelRun::class.java)
    val problem = mapper.readValue(File(args[2]), Problem::class.java)
    println("${run.state} ${run.reservedAmount} ${problem.code} ${problem.requiredAmount}")
}
