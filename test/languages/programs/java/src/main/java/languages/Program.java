package languages;

import java.io.File;
import org.openapitools.client.JSON;
import org.openapitools.client.model.CreateModelRun;
import org.openapitools.client.model.Message;
import org.openapitools.client.model.ModelRun;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.UserMessage;

/** Parses what a later service may answer, with nothing but the generated models. */
class Program {
  public static void main(String[] args) throws Exception {
    var mapper = JSON.getDefault().getMapper();
    var run = mapper.readValue(new File(args[1]), ModelRun.class);
    var problem = mapper.readValue(new File(args[2]), Problem.class);
    // The message of the answer is one of a request.
    var request = new CreateModelRun().addMessagesItem(new Message(run.getMessage()));
    var sent = mapper.readTree(mapper.writeValueAsString(request)).at("/messages/0");
    if (!sent.at("/tool_calls/0/id").asText().equals("call_1")) throw new Exception(sent.toString());
    var message = new UserMessage().role(UserMessage.RoleEnum.USER).content("Hello");
    var text = mapper.readTree(mapper.writeValueAsString(new Message(message))).at("/content");
    if (!text.asText().equals("Hello")) throw new Exception(text.toString());
    System.out.println(
        run.getState() + " " + run.getReservedAmount() + " " + problem.getCode() + " "
            + problem.getRequiredAmount());
  }
}
